/** Shells that can be given a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type CompletedShell = (typeof SHELLS)[number];
