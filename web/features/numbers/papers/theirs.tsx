/** The carrier's own words, which it has in English only. */
export const Theirs = ({ children }: { children: string }) => <bdi lang="en">{children}</bdi>;
