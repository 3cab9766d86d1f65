import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A git repository in a folder of its own, with blanks and letters in its name that trip up careless programs. */
export class TestRepository {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon loop é ')));
  readonly root: string;

  constructor(
    files: Record<string, string> = { 'apples.txt': 'one\n', '.gitignore': 'node_modules/\n*.log\n' },
    { name = 'orchard', init = [] }: { name?: string; init?: readonly string[] } = {},
  ) {
    this.root = join(this.top, name);
    mkdirSync(this.root);
    this.git('init', '--quiet', '--initial-branch=main', ...init);
    this.git('config', 'user.name', 'Ada');
    this.git('config', 'user.email', 'ada@orchard.example');
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.commit('start');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }

  write(path: string, text: string | Buffer): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** Every file below the root, `.git` included, by name: what it is, its mode, its bytes. */
  snapshot(folder = this.root): Record<string, string> {
    const seen: Record<string, string> = {};
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const facts = lstatSync(path);
      const body = facts.isSymbolicLink() ? readlinkSync(path) : facts.isFile() ? hash(readFileSync(path)) : 'folder';
      seen[path.slice(folder.length + 1)] = `${facts.mode.toString(8)} ${body}`;
    }
    return seen;
  }

  remove(): void {
    rmSync(this.top, { recursive: true, force: true });
  }
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
