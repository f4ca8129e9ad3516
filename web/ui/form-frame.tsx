import type { ComponentProps, SubmitEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

/** A form. When it was sent and something in it is wrong, the focus goes to the first wrong field, its fault in sight. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        // A form may stand within another one in the tree of components; that one is not sent.
        event.stopPropagation();
        event.preventDefault();
        leadToFirstWrong(event.currentTarget);
        onSubmit(event);
      }}
    />
  );
}

/** A field, or a group of choices, that is marked as wrong. */
const WRONG = '[aria-invalid="true"], [data-invalid]';
const CONTROL = 'input, select, textarea, button';

/**
 * Moves the focus to the first wrong field as soon as one is marked. The server may answer late, so this lasts until
 * the person does something.
 */
function leadToFirstWrong(form: HTMLFormElement): void {
  const lead = () => {
    const wrong = form.querySelector<HTMLElement>(WRONG);
    const control = wrong?.matches(CONTROL) ? wrong : wrong?.querySelector<HTMLElement>(CONTROL);
    control?.focus();
    const [fault = ''] = control?.getAttribute('aria-describedby')?.split(' ') ?? [];
    document.getElementById(fault)?.scrollIntoView({ block: 'nearest' });
  };
  const watcher = new MutationObserver(lead);
  watcher.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-invalid'] });
  // A field that was wrong before and is still wrong causes no change.
  const check = setTimeout(lead);
  const done = new AbortController();
  for (const act of ['keydown', 'pointerdown']) {
    document.addEventListener(
      act,
      () => {
        clearTimeout(check);
        watcher.disconnect();
        done.abort();
      },
      { capture: true, signal: done.signal },
    );
  }
}
