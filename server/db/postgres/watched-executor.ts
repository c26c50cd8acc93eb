// Kysely's executor, with a step before each statement of a transaction.

import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  PostgresAdapter,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'

/** Kysely hands it to every query of a transaction; each transaction has its own. */
export class TransactionAdapter extends PostgresAdapter {
  /** Runs before each statement but begin, commit and rollback; its own statements run it too. */
  beforeStatement: () => Promise<void> = async () => {}
}

export class WatchedExecutor extends DefaultQueryExecutor {
  readonly #compiler: QueryCompiler

  constructor(compiler: QueryCompiler, adapter: PostgresAdapter, provider: ConnectionProvider) {
    super(compiler, adapter, provider)
    this.#compiler = compiler
  }

  override async executeQuery<Row>(
    query: CompiledQuery,
    options?: Parameters<DefaultQueryExecutor['executeQuery']>[1],
  ): Promise<QueryResult<Row>> {
    const { adapter } = this
    if (adapter instanceof TransactionAdapter) await adapter.beforeStatement()
    return super.executeQuery(query, options)
  }

  /** Kysely calls it for a transaction once, and within one for each statement. */
  override withConnectionProvider(provider: ConnectionProvider): WatchedExecutor {
    const { adapter } = this
    const own = adapter instanceof TransactionAdapter ? adapter : new TransactionAdapter()
    return new WatchedExecutor(this.#compiler, own, provider)
  }
}
