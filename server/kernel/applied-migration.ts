// A migration that was applied to the database.

export type MigrationKind = 'additive' | 'rewriting' | 'contracting'

export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly kind: MigrationKind
  readonly appliedAt: number
}
