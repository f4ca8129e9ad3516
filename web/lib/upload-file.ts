import { requestUpload, type UploadKind } from '../../src/edge/uploads/contract.ts';
import { ApiError, call, problemIn } from './call.ts';

/**
 * Uploads a file, a receipt, a logo or a recording: asks for a signed link, then sends the bytes to it.
 * @param onProgress percent sent so far
 * @returns its path, as `receiptImageUrl`, `logoUrl` or `recording` takes it
 * @throws ApiError where the link or the file is refused, Error where there is no answer
 */
export async function uploadFile(
  { file, kind = 'receipt' }: { file: File; kind?: UploadKind },
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { uploadURL, objectPath } = await call(requestUpload, {
    body: { contentType: file.type || undefined, size: file.size, kind },
    signal,
  });
  await sendBytes(uploadURL, file, onProgress, signal);
  return objectPath;
}

/** `fetch` does not report the progress of an upload, so this request uses XMLHttpRequest. */
function sendBytes(url: string, file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open('PUT', url);
  if (file.type) request.setRequestHeader('content-type', file.type);
  request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
  request.onload = () => {
    const { status, responseText } = request;
    const requestId = request.getResponseHeader('x-request-id');
    if (status < 300) resolve();
    else {
      const problem = problemIn(request.getResponseHeader('content-type'), responseText);
      reject(new ApiError(status, responseText, { problem, requestId }));
    }
  };
  request.onerror = () => reject(new Error('upload interrupted'));
  request.onabort = () => reject(new Error('upload cancelled'));
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return promise;
}
