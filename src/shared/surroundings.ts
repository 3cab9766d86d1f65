/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The facts by which files of a user are found; passed in so that tests do not depend on the machine. */
export interface UserHome {
  /** The environment variables. */
  env: Environment;
  /** The user's home folder. */
  home: string;
  /** `process.platform` of the machine; defaults to the current one. */
  platform?: string;
}

/** The environment in which a command runs: read once, at the door, so that everything below is a function of it. */
export interface Surroundings extends UserHome {
  cwd: string;
  now: Date;
}
