// Counts the pieces in which a body arrives. A chunk of one byte costs the event loop as much as one of many
// kilobytes, so a few megabytes of such chunks would hold it for seconds.

/** Enough for a client that writes a JSON body word by word. */
const piecesFree = 2048
/** What a further piece needs on average, far below what any client or proxy sends of a file. */
const bytesPerPiece = 128

interface PieceCount {
  /** Counts one piece; returns whether the body has come in more pieces than its length explains. */
  areTooMany(bytes: number): boolean
}

export function createPieceCount(): PieceCount {
  let pieces = 0
  let bytes = 0
  return {
    areTooMany(more) {
      pieces += 1
      bytes += more
      return pieces > piecesFree + bytes / bytesPerPiece
    },
  }
}
