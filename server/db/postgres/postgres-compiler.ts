// Kysely's PostgreSQL compiler, except that a condition on an empty list is allowed, as SQLite allows it.

import { PostgresQueryCompiler, type PrimitiveValueListNode, type ValueListNode } from 'kysely'

/** A list without rows: `in` is false for it and `not in` is true. */
const emptyList = '(select null where false)'

export class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append(emptyList)
    else super.visitPrimitiveValueList(node)
  }

  protected override visitValueList(node: ValueListNode): void {
    if (node.values.length === 0) this.append(emptyList)
    else super.visitValueList(node)
  }
}
