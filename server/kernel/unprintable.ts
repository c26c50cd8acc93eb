// Characters that text from clients must not contain, because it is shown to users and written into files.

/** Control characters, lone surrogates, and marks that change the reading direction. */
export const unprintable = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
