import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useId, useRef } from "react";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { pushSupport } from "../../../lib/push-subscription";
import { deviceName } from "../../../lib/words";
import { m } from "../../../messages";
import { type NotifiedRole, type PushDevice, pushDevicesQuery, useEndPush, useTurnOnPush } from "../api/push";

/** Notifications: turned on for this device, seen and ended for each. */
export function PushDevices({ who }: { who: NotifiedRole }) {
  const text = who === "user" ? m.push_text() : m.push_staff_text();
  return (
    <TitledCard title={m.push_title()} text={text} className="mt-6">
      <Loaded load={useQuery(pushDevicesQuery(who))} fallback={<Skeleton look="h-20" />}>
        {({ key, devices }) =>
          key ? <Devices who={who} serverKey={key} devices={devices} /> : <p>{m.push_not_offered()}</p>
        }
      </Loaded>
    </TitledCard>
  );
}

interface DevicesProps {
  who: NotifiedRole;
  serverKey: string;
  devices: readonly PushDevice[];
}

function Devices({ who, serverKey, devices }: DevicesProps) {
  const turnOn = useTurnOnPush(who);
  const list = useRef<HTMLUListElement>(null);
  const support = pushSupport();
  const isOn = devices.some(({ current }) => current);
  return (
    <>
      {devices.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={m.push_title()}
          className="divide-y divide-line border-t border-line not-last:mb-5 not-last:border-b"
        >
          {devices.map((device) => (
            <Device
              key={device._id}
              who={who}
              device={device}
              onEnded={() => focusAfterDialog(list.current)}
            />
          ))}
        </ul>
      )}
      {!isOn && support === "able" && (
        <Button isPending={turnOn.isPending} onPress={() => turnOn.mutate(serverKey)}>
          <BellRing aria-hidden className="size-5 shrink-0" />
          {m.push_turn_on()}
        </Button>
      )}
      {!isOn && support !== "able" && (
        <p className="text-muted">{support === "blocked" ? m.push_blocked() : m.push_unable()}</p>
      )}
    </>
  );
}

interface DeviceProps {
  who: NotifiedRole;
  device: PushDevice;
  onEnded: () => void;
}

function Device({ who, device, onEnded }: DeviceProps) {
  const id = useId();
  const end = useEndPush(who);
  const { current, createdAt, lastUsedAt, failing } = device;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span id={id}>{deviceName(device)}</span>
          {current && <Badge tone="good">{m.security_this_device()}</Badge>}
          {failing && <Badge tone="bad">{m.push_failing()}</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          {m.push_since({ moment: momentLabel(createdAt) })}
          {lastUsedAt && ` · ${m.push_last({ moment: momentLabel(lastUsedAt) })}`}
        </p>
      </div>
      <Button
        tone="quiet"
        describedBy={id}
        isPending={end.isPending}
        onPress={() => end.mutate(device, { onSuccess: onEnded })}
      >
        {m.push_end()}
      </Button>
    </li>
  );
}
