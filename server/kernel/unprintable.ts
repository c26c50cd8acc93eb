// What no text that a client sends may hold: it would be shown to people and written into files.

/** Control characters, halves of characters, and marks that make text read in another order than it is kept. */
export const unprintable = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
