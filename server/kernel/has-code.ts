// Recognises errors of the operating system by their code. Pure.

/** @param code such as `ENOENT` */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
