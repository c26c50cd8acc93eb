// The global options that name an installation.

/** As given on the command line. */
export interface Place {
  readonly config?: string
  readonly dataDir?: string
  readonly demo?: boolean
}

/** A session, as far as its place is concerned. */
export interface HasPlace {
  readonly place: Place
}
