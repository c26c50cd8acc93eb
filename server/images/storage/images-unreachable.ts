// The error of images whose place does not answer or refuses us: nothing was stored, and requests are answered with
// 503.

export class ImagesUnreachableError extends Error {
  readonly code = 'IMAGES_UNREACHABLE'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ImagesUnreachableError'
  }
}
