// The one row of `stored_images`: what all pictures come to.

export interface StoredImagesTable {
  only: 1
  /** Of every row of `evidence`. */
  bytes: number
}
