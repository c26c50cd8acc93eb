// Kysely's SQLite compiler, except that each parameter is written `+?`. SQLite looks at the values of bare parameters
// when it plans a join or a range, and then plans the query again whenever a value is bound, which takes five times as
// long as running it. The plus hides the values and changes nothing else.

import { SqliteQueryCompiler } from 'kysely'

export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}
