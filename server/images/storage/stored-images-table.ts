// The one row of `stored_images`: the total size of all images.

export interface StoredImagesTable {
  only: 1
  /** Sum over every row of `images`. */
  bytes: number
}
