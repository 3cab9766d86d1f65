import type { Checkout } from './checkouts.ts';
import { choosePrimary } from './folder-facts.ts';
import { isFolderRemote, remoteKey, repositoryName } from './remotes.ts';

/** Checkouts that are one project, joined step by step. */
export class Groups {
  private readonly parents = new Map<Checkout, Checkout>();
  /** Names by representative: groups with different names must not be joined. */
  private readonly names = new Map<Checkout, Set<string>>();
  private readonly remotes = new Map<Checkout, Set<string>>();
  private readonly sameRemote: (key: string) => string;

  constructor(checkouts: readonly Checkout[]) {
    this.sameRemote = joinForks(checkouts);
    for (const checkout of checkouts) {
      this.parents.set(checkout, checkout);
      this.names.set(
        checkout,
        new Set([...checkout.declared].flatMap(({ name }) => (name === undefined ? [] : [name]))),
      );
      const primary = this.primaryOf(checkout);
      this.remotes.set(checkout, new Set(primary?.firm ? [primary.key] : []));
    }
  }

  find(checkout: Checkout): Checkout {
    let top = checkout;
    for (let next = this.parents.get(top); next !== undefined && next !== top; next = this.parents.get(top)) top = next;
    if (top !== checkout) this.parents.set(checkout, top);
    return top;
  }

  /** Joins two checkouts and all others joined to either, unless they are known to be different repositories. */
  join(a: Checkout, b: Checkout): void {
    const one = this.find(a);
    const other = this.find(b);
    if (
      one !== other &&
      !areApart(this.names.get(one), this.names.get(other)) &&
      !areApart(this.remotes.get(one), this.remotes.get(other))
    ) {
      this.merge(one, other);
    }
  }

  /** Joins them whatever is known, because a person said so. */
  force(a: Checkout, b: Checkout): void {
    const one = this.find(a);
    const other = this.find(b);
    if (one !== other) this.merge(one, other);
  }

  /** Returns the remote that identifies a checkout; forks used in one checkout share a key. Folders on disk identify nothing. */
  primaryOf(checkout: Checkout): { key: string; remote: string; firm: boolean } | undefined {
    const primary = choosePrimary([...checkout.remotes.values()].filter((seen) => !isFolderRemote(seen.remote)));
    return primary === undefined
      ? undefined
      : { key: this.sameRemote(remoteKey(primary.remote)), remote: primary.remote, firm: primary.firm };
  }

  /** Returns the groups, each with its checkouts. */
  list(): Checkout[][] {
    const groups = new Map<Checkout, Checkout[]>();
    for (const checkout of this.parents.keys()) {
      const top = this.find(checkout);
      const group = groups.get(top);
      if (group === undefined) groups.set(top, [checkout]);
      else group.push(checkout);
    }
    return [...groups.values()];
  }

  private merge(one: Checkout, other: Checkout): void {
    this.parents.set(other, one);
    for (const name of this.names.get(other) ?? []) this.names.get(one)?.add(name);
    for (const remote of this.remotes.get(other) ?? []) this.remotes.get(one)?.add(remote);
  }
}

/** Whether two groups are both identified, and have nothing in common. */
function areApart(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): boolean {
  return one.size > 0 && other.size > 0 && ![...one].some((item) => other.has(item));
}

/**
 * A fork is a different project, unless one checkout has both: then `origin` and `upstream` are one repository to the person who
 * works there. So are two addresses that `origin` had in one folder, as after a transfer to another owner. The name must be the
 * same: remotes of unrelated repositories may have any name.
 */
function joinForks(checkouts: readonly Checkout[]): (key: string) => string {
  const parents = new Map<string, string>();
  const find = (key: string): string => {
    let top = key;
    for (let next = parents.get(top); next !== undefined && next !== top; next = parents.get(top)) top = next;
    return top;
  };
  for (const { remotes } of checkouts) {
    const seen = [...remotes].filter(
      ([, { names, remote }]) => (names.has('origin') || names.has('upstream')) && !isFolderRemote(remote),
    );
    for (const [key] of seen) {
      const same = seen.find(([other]) => other !== key && repositoryName(other) === repositoryName(key));
      if (same !== undefined && find(key) !== find(same[0])) parents.set(find(key), find(same[0]));
    }
  }
  return find;
}
