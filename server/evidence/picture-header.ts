// What a picture says of itself (size, channels, how it is stored), read from its markers alone before
// any decoder sees it. Pure.

/** Why a well-formed picture is still not one that a camera or scanner makes. */
export type Oddity =
  /** An animated PNG: what a person sees played is not what the provider judges. */
  | 'animated'
  /** A PNG that goes on after its end: a second file hides behind the picture. */
  | 'trailing_content'
  /** More passes over the picture than any encoder writes: minutes of work in a few kilobytes. */
  | 'too_many_scans'
  /** Thousands of segments or chunks beside the picture: no camera writes them, and each has to be passed. */
  | 'too_many_segments'

export interface PictureHeader {
  /** Pixels as stored, before any EXIF rotation. */
  readonly width: number
  readonly height: number
  /** Colour channels as stored; a JPEG of four is CMYK. */
  readonly channels: number
  /**
   * Bytes that a decoder must hold at once because the picture cannot be read line by line
   * (progressive JPEG, interlaced PNG); 0 where it can.
   */
  readonly heldBytes: number
  readonly oddity: Oddity | undefined
}
