// The databases that the product works on.

export type Dialect = 'sqlite' | 'postgres'
