import tools from './tool-calls.module.css';

/** The arguments or the result of a call, as they are. */
export function CallText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={tools.text}>
      <span>{label}</span>
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
