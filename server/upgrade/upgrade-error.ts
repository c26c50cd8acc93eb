// Thrown where a bundle cannot be trusted, or an upgrade or rollback cannot begin; nothing has been changed then.

/** Its message says what is wrong and what to do next. */
export class UpgradeError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UpgradeError'
  }
}
