// What a refused instant says of its sign +, which a URL makes a space. A command, whose options are no URL, takes it
// off.

export const adviceOnUrls = ' In a URL the + of an offset is written %2B.'
