import { FileQuestionMark, ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { m } from "../messages";
import { useFieldError } from "./field";
import { buttonLook } from "./links";
import { usePreHydrationInput } from "./pre-hydration";

interface PhotoFieldProps {
  label: string;
  name: string;
  hint?: string;
  /** The address of the stored photo. */
  saved?: string | null;
  isRequired?: boolean;
  onChange?: (photo: File | undefined) => void;
}

/** A photo with a preview. The native file field covers it, so a photo can also be dropped. */
export function PhotoField({ label, name, hint, saved, isRequired, onChange }: PhotoFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const error = useFieldError(name, label);
  const [photo, setPhoto] = useState<File>();

  function choose(chosen: File | undefined): void {
    setPhoto(chosen);
    error.clear();
    onChange?.(chosen);
  }

  usePreHydrationInput(field, ({ files }) => {
    if (files?.[0]) choose(files[0]);
  });

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={error.messageId + name} className="font-semibold">
        {label}
      </label>
      <div
        data-invalid={error.message !== undefined || undefined}
        className="relative flex flex-wrap items-center gap-4 rounded-control border border-dashed border-field bg-surface p-3 has-[input:hover]:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus data-invalid:border-blood"
      >
        <Preview photo={photo} saved={saved} />
        <div className="flex min-w-0 flex-1 basis-32 flex-col items-start gap-1.5">
          <span aria-hidden className={`${buttonLook({ tone: "soft" })} max-sm:px-3`}>
            {photo || saved ? m.photo_change() : m.photo_choose()}
          </span>
          <span className={photo ? "max-w-full truncate pe-10 text-sm text-muted" : "text-sm text-muted"}>
            {photo?.name ?? hint ?? m.photo_hint()}
          </span>
        </div>
        <input
          {...error.props}
          ref={field}
          id={error.messageId + name}
          type="file"
          name={name}
          accept="image/jpeg,image/png,image/webp"
          required={isRequired}
          onChange={({ target }) => choose(target.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        {photo && (
          <button
            type="button"
            aria-label={m.photo_remove()}
            onClick={() => {
              if (field.current) field.current.value = "";
              choose(undefined);
              field.current?.focus();
            }}
            className="absolute end-1 bottom-1 inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken"
          >
            <X aria-hidden className="size-5" />
          </button>
        )}
      </div>
      {error.message && (
        <p id={error.messageId} className="text-blood-ink">
          {error.message}
        </p>
      )}
    </div>
  );
}

function usePreview(photo: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!photo) return;
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [photo]);
  return address;
}

function Preview({ photo, saved }: { photo: File | undefined; saved: string | null | undefined }) {
  const chosen = usePreview(photo);
  const address = photo ? chosen : saved;
  const [unreadable, setUnreadable] = useState<string>();
  if (address && address !== unreadable) {
    return (
      <img
        src={address}
        alt={m.photo_preview()}
        onError={() => setUnreadable(address)}
        className="size-20 shrink-0 sm:size-24 rounded-control bg-sunken object-cover"
      />
    );
  }
  const Icon = photo ? FileQuestionMark : ImagePlus;
  return (
    <span className="inline-flex size-20 shrink-0 sm:size-24 items-center justify-center rounded-control bg-brand-soft text-brand-ink">
      <Icon aria-hidden className="size-9" />
    </span>
  );
}

/** Upload progress, from 0 to 1. Once all is sent, only the button shows progress. */
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
