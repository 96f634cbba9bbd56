import quoted from './quoted-passage.module.css';

type Props = { readonly heading: string; readonly passage: string };

/** A passage as it was quoted, below its heading. */
export function QuotedPassage({ heading, passage }: Props) {
  return (
    <>
      {heading !== '' && (
        <p className={quoted.heading} dir="auto">
          {heading}
        </p>
      )}
      <blockquote className={quoted.passage} dir="auto">
        {passage}
      </blockquote>
    </>
  );
}
