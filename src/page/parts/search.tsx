import type { RefObject } from 'preact';

/** The field that a list is searched by; `/` leads to it, and Enter or Escape back to the list. */
export function Search({
  field,
  text,
  onType,
}: {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
}) {
  return (
    <div class="grow">
      <input
        aria-label="Search"
        ref={field}
        type="search"
        placeholder="Search  /"
        value={text}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </div>
  );
}
