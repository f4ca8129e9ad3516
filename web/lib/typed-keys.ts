import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';

declare const READS: unique symbol;

/** A key of the cache with the type of its data. The type exists at compile time only. */
export type ReadKey<Data> = readonly string[] & { readonly [READS]?: Data };

declare const ROW: unique symbol;

/** The key of a list that `usePagedList` reads. */
export type ListKey<Row> = readonly string[] & { readonly [ROW]?: Row };

/** The key of what an endpoint answers. */
export type KeyOf<E> = ReadKey<ResponseOf<E>>;

/** The key of an endpoint's list. */
export type ListKeyOf<E> = ListKey<ResponseOf<E> extends readonly (infer Row)[] ? Row : never>;
