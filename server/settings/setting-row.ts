// The type of a row in the table of settings.

import type { Kind } from './setting-kinds.ts'

/** A bank's appliance, or the self-contained demo. */
export type Profile = 'appliance' | 'demo'

export interface Setting<Value> {
  /** The name in the environment and in svc.conf. */
  readonly name: string
  readonly kind: Kind<Value>
  /** One sentence for the operator. */
  readonly help: string
  /** As an operator would write it. Without it the setting stays unset or is derived as `derived` says. */
  readonly default?: string | Readonly<Record<Profile, string>>
  /** How the default depends on other settings, in words. */
  readonly derived?: string
  /** Unit of a plain number. */
  readonly unit?: string
  /** Never shown and never a flag; can be given as `<name>_FILE`. */
  readonly secret?: true
  /** The file that it names can be read again while the server runs. */
  readonly reload?: true
}

export function row<Value>(
  name: string,
  kind: Kind<Value>,
  rest: Omit<Setting<Value>, 'name' | 'kind'>,
): Setting<Value> {
  return { name, kind, ...rest }
}
