/** The keys of one language's texts with any words: what every other language must fill. */
export type Shape<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> };
