import type { autoHeal as AutoHeal, Remedy } from '../../src/index.ts';

/** A class whose methods are decorated. The tests compile it as users do: this repository has no build that takes decorators apart. */
export function makeCluster(autoHeal: typeof AutoHeal, project: string, login: Remedy) {
  class Cluster {
    name = 'stage';
    isLoggedIn = false;

    @autoHeal({ preset: 'k8s', remedies: [login], backoffMs: 1, project })
    async get_pods(count: number): Promise<string> {
      if (!this.isLoggedIn) {
        this.isLoggedIn = true;
        throw new Error('401 Unauthorized');
      }
      return `${count} in ${this.name}`;
    }

    @autoHeal()
    async list_berths(): Promise<string> {
      throw new Error('no such berth');
    }
  }
  return new Cluster();
}
