// The only file that loads sharp (libvips). Used by the decoder process and by tools that draw,
// never by the server itself. The settings hold for the whole process, because libvips has one
// thread pool.

export type Sharp = typeof import('sharp')['default']

/** libvips's class of all readers, and the two readers that are allowed. */
const everyLoader = 'VipsForeignLoad'
const allowedLoaders = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer']

/**
 * Loads sharp without its cache (every image is seen once), with one thread for each image, and
 * with only the readers for JPEG and PNG in memory, so that an SVG, a PDF or a TIFF never reaches
 * its parser.
 */
export async function loadSharp(): Promise<Sharp> {
  const sharp = await loadSharpForDrawing()
  sharp.block({ operation: [everyLoader] })
  sharp.unblock({ operation: allowedLoaders })
  return sharp
}

/** Loads sharp with every reader, for programs that see only their own images. */
export async function loadSharpForDrawing(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
