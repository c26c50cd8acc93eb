// The error of a move of the database that was refused, or whose result is not equal to its source.

/** Its message says what is wrong and what to do. The source is as it was. */
export class MoveRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MoveRefusedError'
  }
}
