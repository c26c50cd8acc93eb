// The type of a row in the table of settings, and the types of the values that a table of rows gives.

import type { z } from 'zod'
import type { Kind } from './setting-kinds.ts'

/** A bank's appliance, or the self-contained demo. */
export type Profile = 'appliance' | 'demo'

/**
 * `always`: it has a default. `optional`: undefined unless it is set. `needed`: undefined unless it is set, and with it
 * its whole group in Config.
 */
type Presence = 'always' | 'optional' | 'needed'

export interface Setting<Value = unknown, Present extends Presence = Presence> {
  /** The name in the environment and in svc.conf. */
  readonly name: string
  readonly kind: Kind<Value>
  readonly presence: Present
  /** One sentence for the operator. */
  readonly help: string
  /** As an operator would write it. */
  readonly default?: string | Readonly<Record<Profile, string>>
  /** Takes precedence over `default` unless it returns undefined. */
  readonly derive?: (above: SettingsAbove) => Value | undefined
  /** How the default depends on other settings, in words. */
  readonly otherwise?: string
  /** Unit of a plain number. */
  readonly unit?: string
  /** The file that it names can be read again while the server runs. */
  readonly reload?: true
}

/** The settings that stand above a row in the table. */
export interface SettingsAbove {
  readonly profile: Profile
  /** Returns the effective value as an operator would write it; empty if it is not set. Not for secrets. */
  readonly textOf: (name: string) => string
}

type Rest<Value> = Omit<Setting<Value>, 'name' | 'kind' | 'presence'>
type Default<Value> =
  | { readonly default: NonNullable<Setting['default']> }
  | { readonly derive: (above: SettingsAbove) => Value & NonNullable<unknown> }

function rowOf<Present extends Presence>(presence: Present) {
  return <Value>(name: string, kind: Kind<Value>, rest: Rest<Value>): Setting<Value, Present> => ({
    name,
    kind,
    presence,
    ...rest,
  })
}

export const optional = rowOf('optional')
export const needed = rowOf('needed')

/** A setting that always has a value. */
export const row: <Value>(
  name: string,
  kind: Kind<Value>,
  rest: Rest<Value> & Default<Value>,
) => Setting<Value, 'always'> = rowOf('always')

/** The values of a table, with a group for each segment of its dotted paths. */
export type TreeOf<Rows> = {
  readonly [Head in HeadOf<keyof Rows>]: Head extends keyof Rows
    ? ValueOf<Rows[Head]>
    : TreeOf<Below<Rows, Head>> | WhileUnset<Below<Rows, Head>>
} extends infer Tree
  ? { readonly [Key in keyof Tree]: Tree[Key] }
  : never

/** A needed setting has a value wherever its group has one. */
type ValueOf<Row> = Row extends Setting
  ? z.output<Row['kind']['schema']> | (Row['presence'] extends 'optional' ? undefined : never)
  : never

/** undefined if a setting is needed in the group itself. */
type WhileUnset<Rows> =
  Extract<
    Rows[Exclude<keyof Rows, `${string}.${string}`>],
    { readonly presence: 'needed' }
  > extends never
    ? never
    : undefined

type HeadOf<Path> = Path extends `${infer Head}.${string}` ? Head : Path & string
type Below<Rows, Head extends string> = {
  [Path in keyof Rows as Path extends `${Head}.${infer Rest}` ? Rest : never]: Rows[Path]
}
