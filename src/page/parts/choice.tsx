/** A few options to choose one from. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map(([each, title]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}
