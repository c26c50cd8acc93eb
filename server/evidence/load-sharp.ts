// The one door to sharp (libvips), opened late: an idle appliance does not carry the picture library in
// memory. What is set here holds for the whole of this program, since libvips has one set of threads.

export type Sharp = typeof import('sharp')['default']

/** Loads sharp, without its cache (pictures are seen once) and with one thread a picture. */
export async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
