/** Programs that can replace each other; they differ in how they are installed. */
const families: readonly (readonly string[])[] = [
  ['python', 'python3', 'python3.10', 'python3.11', 'python3.12', 'python3.13', 'py'],
  ['pip', 'pip3'],
  ['npm', 'pnpm', 'yarn', 'bun'],
  ['npx', 'pnpx', 'bunx'],
  ['docker-compose', 'docker'],
  ['gradle', 'gradlew'],
  ['mvn', 'mvnw'],
  ['make', 'gmake'],
  ['sed', 'gsed'],
  ['timeout', 'gtimeout'],
  ['node', 'nodejs'],
];

const heads = new Map(families.flatMap((members) => members.map((member) => [member, members[0] ?? member] as const)));

/** Whether two programs do the same: `npm` and `pnpm`, `gradle` and `gradlew`. */
export function isSameFamily(a: string, b: string): boolean {
  return (heads.get(a) ?? a) === (heads.get(b) ?? b);
}
