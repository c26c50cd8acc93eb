// Kysely's SQLite compiler, except that each parameter is written `+?`. SQLite looks at the values of bare parameters
// when it plans a join or a range, and then plans the query again whenever a value is bound, which takes five times as
// long as running it. The plus hides the values and changes nothing else.

import { type SelectModifierNode, SqliteQueryCompiler } from 'kysely'

const lockModifiers: ReadonlySet<string> = new Set([
  ...['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare', 'NoWait', 'SkipLocked'],
])

export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }

  /** SQLite has no locks of rows (`for update skip locked`): its transactions write one after another. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || !lockModifiers.has(node.modifier)) {
      super.visitSelectModifier(node)
    }
  }
}
