// A setting as it is in force, and where it comes from.

/** Origin of an effective value; `file` means the content of the file that `<name>_FILE` names. */
export type Origin = 'flag' | 'environment' | 'file' | 'conf' | 'default' | 'demo'

/** One row of `svc config show`. */
export interface EffectiveSetting {
  readonly name: string
  /** As an operator would write it; masked for a secret, undefined if not set. */
  readonly value: string | undefined
  readonly origin: Origin
}
