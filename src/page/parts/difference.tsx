import type { Excerpt } from '../../web/answers/sessions.ts';

/** How the call that failed and the one that worked differ, word by word. */
export function Difference({ pieces }: { pieces: NonNullable<Excerpt['difference']> }) {
  return (
    <figure class="difference">
      <figcaption>What was different</figcaption>
      <pre>
        {pieces.map(({ text, change }, index) =>
          change === 'added' ? <ins key={index}>{text}</ins> : change === 'removed' ? <del key={index}>{text}</del> : text,
        )}
      </pre>
    </figure>
  );
}
