import { describe, expect, it } from 'vitest';
import { addressOf, bodyFieldsOf, methodOf, numbersOf, templateOf } from '../../../src/failures/recovery/endpoints.ts';
import { parseCommand } from '../../../src/shell/index.ts';

function parse(text: string) {
  const [command] = parseCommand(text).commands;
  if (!command) throw new Error(`nothing in ${text}`);
  return command;
}

describe('requests', () => {
  it.each([
    ['gh api repos/ada/lantern/pulls/12/comments?per_page=100', 'GET', 'repos/{owner}/{repo}/pulls/{number}/comments'],
    ['gh api /repos/ada/lantern/pulls/12 -X PATCH -f body=x', 'PATCH', 'repos/{owner}/{repo}/pulls/{number}'],
    ['gh api repos/ada/lantern/issues -f title=x', 'POST', 'repos/{owner}/{repo}/issues'],
    ['curl -s https://api.github.com/repos/ada/lantern/issues/7', 'GET', 'repos/{owner}/{repo}/issues/{number}'],
    ['gh api repos/ada/lantern/commits/0a1b2c3d4e', 'GET', 'repos/{owner}/{repo}/commits/{id}'],
  ])('%s', (text, method, template) => {
    const command = parse(text);
    expect(methodOf(command)).toBe(method);
    expect(templateOf(addressOf(command) ?? '')).toBe(template);
  });

  it('have no template where the address has words of its own kind', () => {
    expect(templateOf('repos/ada/lantern/contents/a b')).toBeUndefined();
    expect(addressOf(parse('gh pr view 12'))).toBeUndefined();
  });

  it('tell the fields and the numbers they are about', () => {
    const command = parse("gh api repos/ada/lantern/pulls/12 -X PATCH -f body=x -F draft=true --jq '.id == 4711'");
    expect(bodyFieldsOf(command)).toEqual(['body', 'draft']);
    expect(numbersOf(command)).toEqual(['12', '4711']);
  });
});
