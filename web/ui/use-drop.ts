import { type DragEvent, useState } from 'react';

/** Where files or texts can be dropped: the handlers of its element, and whether something is over it. */
export function useDrop(onDrop: (dropped: DataTransfer) => void) {
  const [over, setOver] = useState(false);
  const area = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer);
    },
  };
  return { over, area };
}
