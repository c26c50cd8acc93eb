// A text for each code of a closed set, in one language.

export type Labels<Code extends string> = Readonly<Record<Code, string>>
