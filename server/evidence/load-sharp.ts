// The one door to sharp (libvips). Loaded by the decoder's program and by tools that draw, never by the
// server itself. What is set here holds for the whole of a program, since libvips has one set of threads.

export type Sharp = typeof import('sharp')['default']

/** libvips' name of everything that reads a picture, and the two readers that are let in. */
const everyLoader = 'VipsForeignLoad'
const letIn = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer']

/**
 * Loads sharp, without its cache (pictures are seen once), with one thread a picture, and with no reader
 * of files but those of JPEG and PNG in memory: a drawing, a web page or a TIFF never meets its parser.
 */
export async function loadSharp(): Promise<Sharp> {
  const sharp = await loadSharpForDrawing()
  sharp.block({ operation: [everyLoader] })
  sharp.unblock({ operation: letIn })
  return sharp
}

/** The same with every reader, for programs that see their own pictures only. */
export async function loadSharpForDrawing(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
