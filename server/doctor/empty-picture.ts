// A small picture on which svc doctor tries the programs that read pictures.

/** PNG of 64 by 48 pixels, one grey. */
export const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAMAAACWlYwtAAAAA1BMVEWAgICQdD0xAAAAGklEQVRIx+3BgQAAAADDoPlTX+AIVQEAAHwDDDAAAcvAQmMAAAAASUVORK5CYII=',
  'base64',
)
