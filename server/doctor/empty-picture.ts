// A picture on which checks try what reads pictures.

/** PNG of 64 by 48 pixels, one grey. */
export const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAMAAACWlYwtAAAAA1BMVEWAgICQdD0xAAAAGklEQVRIx+3BgQAAAADDoPlTX+AIVQEAAHwDDDAAAcvAQmMAAAAASUVORK5CYII=',
  'base64',
)
