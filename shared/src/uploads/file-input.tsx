import { useRef, type ReactNode } from 'react';
import { acceptedEndings } from './use-uploads.ts';

type Input = {
  /** The purpose, by which tests find it. */ readonly name: string;
  readonly isSingle?: boolean;
  /** Extensions, as the system’s dialog expects them. */ readonly accept?: string;
  readonly choose: (files: readonly File[]) => void;
};

/** Returns a function that opens the system's file dialog, and the field that has to be rendered for it. */
export function useFileInput({ name, isSingle = false, accept = acceptedEndings, choose }: Input): {
  readonly pick: () => void;
  readonly field: ReactNode;
} {
  const input = useRef<HTMLInputElement>(null);
  return {
    pick: () => input.current?.click(),
    field: (
      <input
        ref={input}
        type="file"
        multiple={!isSingle}
        hidden
        data-testid={name}
        accept={accept}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
    ),
  };
}

/** A button that opens the file dialog. */
export function FileButton({
  label,
  choose,
  isMain = false,
}: {
  readonly label: string;
  readonly choose: (files: readonly File[]) => void;
  readonly isMain?: boolean;
}) {
  const { pick, field } = useFileInput({ name: label, choose });
  return (
    <>
      <button type="button" className={isMain ? 'button button-main' : 'button'} onClick={pick}>
        {label}
      </button>
      {field}
    </>
  );
}
