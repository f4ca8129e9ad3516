import { CallForm } from './call-form.tsx';
import { CallHistory } from './call-history.tsx';

/** Voice Services: placing calls, and what became of them. */
export function VoiceSection() {
  return (
    <div className="flex flex-col gap-5">
      <CallForm />
      <CallHistory />
    </div>
  );
}
