import { randomBytes } from 'node:crypto';

/** 96 bits: nobody finds a picture by trying. In a text they cost 16 characters. */
const KEY_BYTES = 12;

export const newMediaKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** The public address of a picture: its key is the permission. @param origin such as `https://topline.example` */
export const mediaUrl = (origin: string, key: string): string => `${origin}/api/p/${key}`;
