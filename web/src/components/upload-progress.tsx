import { m } from "../paraglide/messages";

/** How far a form with a photo is on its way, from 0 to 1. Once all is sent, the pressed button says that it works on. */
export function UploadProgress({ share }: { share: number | undefined }) {
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  return (
    <div className="flex flex-col gap-1">
      <progress
        max={100}
        value={percent}
        aria-label={m.photo_sending_label()}
        className="h-2 w-full accent-brand"
      />
      <p className="text-center text-sm text-muted">{m.photo_sending({ percent })}</p>
    </div>
  );
}
