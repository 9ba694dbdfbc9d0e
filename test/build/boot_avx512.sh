#!/usr/bin/env bash
# boot_avx512.sh <work folder> "<test program> [<argument>...]"...: runs tests on an emulated processor with AVX-512 VNNI
# (Bochs), one case in 23 of their sweeps (sample.h). User-mode emulators have no AVX-512. Bochs has it but emulates a
# whole machine, so Debian's kernel is booted with the programs in its initial file system. It starts within a minute
# and runs about forty million instructions per second.
set -euo pipefail
work=$1
shift
mkdir -p "$work"
cd "$work"

if [ ! -e vmlinuz ]; then
  package=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends:/ { print $2; exit }')
  apt-get download -qq "$package"
  dpkg-deb --fsys-tarfile "$package"_*.deb | tar -x --to-stdout --wildcards './boot/vmlinuz-*' >vmlinuz
  rm "$package"_*.deb
fi

# The initial file system: the programs, the libraries that they need, and the script that runs them.
rm -rf root image
mkdir -p root/{bin,dev,proc,sys,tmp,tests} image/isolinux
cp /bin/busybox root/bin/
names=()
for command in "$@"; do
  program=${command%% *}
  names+=("${program##*/}")
  strip -o "root/tests/${program##*/}" "$program"
  ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "root${library%/*}"
    cp -L "$library" "root$library"
  done
done
cat >root/init <<INIT
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs none /dev
/bin/busybox mount -t proc none /proc
/bin/busybox mount -t sysfs none /sys
/bin/busybox --install -s /bin
mkdir -p /dev/shm
exec >/dev/ttyS0 2>&1
grep -q avx512_vnni /proc/cpuinfo && echo "BOOTED"
export LOWP_TEST_ONE_IN=23 GTEST_BRIEF=1 GTEST_COLOR=no
$(for command in "$@"; do
  name=${command%% *}
  name=${name##*/}
  echo "echo '== $name'; /tests/${command##*/} && echo 'PASSED $name'"
done)
sync
sleep 2
poweroff -f
INIT
chmod +x root/init
(cd root && find . | cpio --quiet -o -H newc | gzip -1) >image/initrd.gz
cp vmlinuz image/vmlinuz
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 image/isolinux/
# Bochs 2.7 does not implement everything that it reports for this processor: Linux hangs unless some features are
# turned off, above all the compact forms of XSAVE. The numbers, as in Linux's cpufeatures.h, are those of pku, xsavec,
# xsaves, xsaveopt, erms, fsrm, la57, umip, rdpid, clflushopt, clwb, rdrand and rdseed.
cat >image/isolinux/isolinux.cfg <<'CONFIG'
default tests
prompt 0
timeout 1
label tests
  kernel /vmlinuz
  append initrd=/initrd.gz console=ttyS0 quiet mitigations=off nokaslr tsc=reliable lpj=4000000 no_timer_check lsm=capability apparmor=0 random.trust_cpu=off nopku nogbpages nopcid noinvpcid nosmap nosmep nofsgsbase no5lvl nox2apic noxsaves clearcpuid=515,321,323,320,297,580,528,514,534,311,312,158,306
CONFIG
xorriso -as mkisofs -quiet -o boot.iso -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot -boot-load-size 4 \
  -boot-info-table image 2>/dev/null

cat >bochsrc <<'CONFIG'
megs: 1024
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
cpu: model=corei7_icelake_u, count=1, ips=100000000, reset_on_triple_fault=0, ignore_bad_msrs=1
ata0-master: type=cdrom, path=boot.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=output.txt
log: bochs.log
display_library: term
vga: extension=vbe, update_freq=1, realtime=0
sound: driver=dummy
panic: action=fatal
clock: sync=none, time0=local
plugin_ctrl: unmapped=1, biosdev=1, extfpuirq=1, serial=1
CONFIG
echo c >commands
rm -f output.txt
# The display needs a terminal, which nobody sees; Bochs creates one whose buffer nobody empties. If the clock updated
# the display, as it usually does, Bochs would block on that after about seven minutes.
TERM=xterm timeout 1800 script -qec "bochs -q -f bochsrc -rc commands" /dev/null </dev/null >screen.txt 2>&1 || true

[ -e output.txt ] || { echo "failed: the machine did not boot, see bochs.log"; exit 1; }
tr -d '\r' <output.txt | sed -n '/^BOOTED/,$p'
for name in "${names[@]}"; do
  grep -qE "PASSED $name\s*$" output.txt || { echo "failed: $name"; exit 1; }
done
