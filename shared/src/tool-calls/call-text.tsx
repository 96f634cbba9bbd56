import { readableName } from './readable-call.ts';
import tools from './tool-calls.module.css';

/** What a call was sent, or what came back: JSON is set out, anything else shown as it is. */
export function CallText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={tools.text}>
      <span>{label}</span>
      <pre tabIndex={0} role="group" aria-label={label}>
        {readableName(text)}
      </pre>
    </div>
  );
}
