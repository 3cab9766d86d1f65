import { expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse-command.ts';
import { signatureOf } from '../../src/shell/signature.ts';

it.each<[string, string]>([
  ['npm run build -- --watch', 'npm run build'],
  ['npm test', 'npm test'],
  ['pnpm -F web build', 'pnpm build'],
  ['yarn lint src', 'yarn lint'],
  ['mise run test:unit -- -run X', 'mise run test:unit'],
  ['make -j4 lint', 'make lint'],
  ['make CC=gcc lint docs', 'make lint docs'],
  ['./gradlew :app:test --info', 'gradlew :app:test'],
  ['just build web', 'just build'],
  ['python -m pytest tests/a.py', 'python -m pytest'],
  ['uv run python3 -m pip install x', 'python3 -m pip install'],
  ['uv run pytest tests', 'pytest'],
  ['go test ./... -count=1', 'go test'],
  ['go run ./cmd/lantern list', 'go run lantern'],
  ['git -C x commit -m y', 'git commit'],
  ['gh pr create --fill', 'gh pr create'],
  ['docker compose -f a.yml up -d', 'docker compose up'],
  ['sudo timeout 5 systemctl restart web', 'systemctl restart'],
  ['python scripts/sync.py --n 5', 'python sync.py'],
  ['python manage.py migrate shop', 'python manage.py migrate'],
  ['python3 -c "print(1)"', 'python3'],
  ['./scripts/setup.sh --all', 'setup.sh'],
  ['node_modules/.bin/vitest run src', 'vitest'],
  ['ls -la src', 'ls'],
  ['FOO=1 lantern deploy prod', 'lantern'],
  ['head -5 x', 'head'],
  ['turbo run build --filter=web', 'turbo run build'],
])('%s', (text, expected) => {
  const { main } = parseCommand(text);
  expect(main && signatureOf(main)).toBe(expected);
});
