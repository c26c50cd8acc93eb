// One setting, as the table has it.

import type { Kind } from './setting-kinds.ts'

/** What the settings are for: a bank's appliance, or the self-contained demo. */
export type Profile = 'appliance' | 'demo'

export interface Setting<Value> {
  /** The name in the environment and in svc.conf. */
  readonly name: string
  readonly kind: Kind<Value>
  /** One sentence for the operator. */
  readonly help: string
  /** As an operator would write it. Absent: stays unset, or is worked out as `derived` says. */
  readonly default?: string | Readonly<Record<Profile, string>>
  /** How the default comes about, in words, where it depends on other settings. */
  readonly derived?: string
  /** What a bare number counts. */
  readonly unit?: string
  /** Never shown, never a flag, may be given as `<name>_FILE`. */
  readonly secret?: true
  /** The content of the file that it names is read again while the server runs. */
  readonly reload?: true
}

export function row<Value>(
  name: string,
  kind: Kind<Value>,
  rest: Omit<Setting<Value>, 'name' | 'kind'>,
): Setting<Value> {
  return { name, kind, ...rest }
}
