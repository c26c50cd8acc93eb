// Makes the largest image that a client may send.

import sharp from 'sharp'

const imageBytesMax = 10 * 1024 * 1024

/** Returns a noisy JPEG of twelve megapixels, as close to the size limit as possible. */
export async function largeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const raw = await noise.png({ compressionLevel: 1 }).toBuffer()
  for (let quality = 98; quality > 40; quality -= 2) {
    // Stored on its side, as phones do, so that it must be rotated for the provider.
    const jpeg = await sharp(raw).withMetadata({ orientation: 6 }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= imageBytesMax) return new Uint8Array(jpeg)
  }
  throw new Error('no quality gives an image within the limit')
}
