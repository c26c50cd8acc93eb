// The facts in an image's header (size, channels, storage), read from its markers before any
// decoding. Pure.

/** Why a well-formed image is not one that a camera or scanner makes. */
export type Anomaly =
  /** An animated PNG: a person would see something other than the provider checks. */
  | 'animated'
  /** A PNG with content after its end, such as a second file hidden behind the image. */
  | 'trailing_content'
  /** More scans than any encoder writes: minutes of work in a few kilobytes. */
  | 'too_many_scans'
  /**
   * Arithmetic or lossless coding: no browser shows it, other decoders guess, and a few kilobytes of
   * it are half a minute of work.
   */
  | 'unusual_coding'
  /**
   * Thousands of segments or chunks beside the image data: no camera writes them, and each one must
   * be skipped.
   */
  | 'too_many_segments'

export interface ImageHeader {
  /** Pixels as stored, before any EXIF rotation. */
  readonly width: number
  readonly height: number
  /** Colour channels as stored; a JPEG with four is CMYK. */
  readonly channels: number
  /**
   * Bytes that a decoder must hold at once because the image cannot be decoded line by line
   * (progressive JPEG, interlaced PNG); 0 where it can.
   */
  readonly heldBytes: number
  readonly anomaly: Anomaly | undefined
}
